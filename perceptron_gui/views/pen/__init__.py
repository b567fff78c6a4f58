"""The screen pen: axes and marks of figures, drawn with Qt and pyqtgraph."""
