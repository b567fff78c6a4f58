"""Both proofs that the perceptron converges, for the run at hand. Imported by figures and views."""
