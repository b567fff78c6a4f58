"""How cells of the point table are drawn and edited: a menu for classes, red for mistakes."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from .point_table_model import PointTableModel
from .small_text import WRONG

Index = QModelIndex | QPersistentModelIndex


class PointDelegate(QStyledItemDelegate):
    """The menu of classes counts at once."""

    def __init__(self, model: PointTableModel) -> None:
        super().__init__()
        self._model = model

    @Slot()
    def _on_class_chosen(self) -> None:
        menu = self.sender()
        assert isinstance(menu, QComboBox)
        self.commitData.emit(menu)
        self.closeEditor.emit(menu)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a menu of classes, or a field."""
        cells = self._model.cells
        if cells.kind(index.column()) != "class":
            editor = super().createEditor(parent, option, index)
            editor.setAccessibleName(cells.heading(index.column()))
            return editor
        menu = QComboBox(parent)
        menu.setAccessibleName("Class of the point")
        for label in (-1, 1):
            menu.addItem(cells.class_name(label), label)
        menu.activated.connect(self._on_class_chosen)
        return menu

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show what is in the cell."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Ask for what was chosen or typed."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData(), Qt.ItemDataRole.EditRole)
        else:
            super().setModelData(editor, model, index)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Write mistakes in red."""
        super().initStyleOption(option, index)
        if option.text == "wrong" and self._model.cells.kind(index.column()) == "verdict":
            option.palette.setColor(QPalette.ColorRole.Text, option.palette.color(WRONG))
