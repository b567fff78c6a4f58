"""Colours as eyes see them: contrast, difference, greyscale and colour-vision deficiencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Colour = NDArray[np.float64]

# Machado, Oliveira and Fernandes 2009, severity 1, in linear RGB.
DEFICIENCIES = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])


EYES = ("usual", *DEFICIENCIES, "greyscale")


def seen_by(colour: str, eye: str = "usual") -> Colour:
    """Return #RRGGBB as an eye sees it, or a photocopier, in linear RGB (3,)."""
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    rgb = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    if eye == "greyscale":
        return np.full(3, _TO_XYZ[1] @ rgb)
    return np.clip(np.array(DEFICIENCIES[eye]) @ rgb, 0, 1) if eye in DEFICIENCIES else rgb


def luminance(colour: str, eye: str = "usual") -> float:
    """Return the relative luminance."""
    return float(_TO_XYZ[1] @ seen_by(colour, eye))


def contrast(one: str, other: str, eye: str = "usual") -> float:
    """Return the contrast ratio of WCAG, from 1 to 21, of what an eye sees of two colours."""
    low, high = sorted([luminance(one, eye), luminance(other, eye)])
    return (high + 0.05) / (low + 0.05)


def difference(one: str, other: str, eye: str = "usual") -> float:
    """Return ΔE (CIE 1976) of what an eye sees of two colours; 2.3 is just noticeable."""
    return float(np.linalg.norm(_lab(seen_by(one, eye)) - _lab(seen_by(other, eye))))


def _lab(rgb: Colour) -> Colour:
    ratio = _TO_XYZ @ rgb / _WHITE
    root = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])
