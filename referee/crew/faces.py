"""Faces as the crew's pages know them."""

from referee.web.context import FaceView
from referee.web.faces import face

__all__ = ["FaceView", "face"]
