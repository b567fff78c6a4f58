"""Connects what the views of a window request with the controllers that decide about it."""

from __future__ import annotations

from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.training.playback import speed_text


def connect_views(window: MainWindow, controller: SessionController) -> None:
    """Let the views of a window edit, train and play its session."""
    editing, screen, playback = controller.editing, controller.screen, controller.playback
    canvas, store = window.canvas, controller.store
    for view in (canvas, window.table):
        view.edit_requested.connect(editing.edit_points)
        view.selection_requested.connect(editing.select)
    canvas.edit_finished.connect(editing.finish_edit)
    canvas.weights_requested.connect(controller.start_at_weights)
    canvas.range_requested.connect(screen.show_range)
    canvas.aspect_changed.connect(screen.show_aspect)
    canvas.pointer.pointed_at.connect(lambda place: store.update(place=place))
    canvas.pointer.point_hovered.connect(lambda point: store.update(pointed=point))
    canvas.pointer.hint_changed.connect(window.read_out.show_hint)
    canvas.keys.space_tapped.connect(controller.toggle_playing)
    window.rules.rules_requested.connect(editing.set_rules)
    window.rules.notation_requested.connect(editing.set_notation)
    window.rules.preset_requested.connect(editing.use_preset)
    window.rule_bar.rule_requested.connect(editing.set_rule)
    window.rule_bar.notation_requested.connect(editing.set_notation)
    window.rule_bar.problem_found.connect(editing.request_refused)
    for form in (window.rule_bar, window.rules):
        form.gesture_ended.connect(editing.finish_edit)
    window.offer.chosen.connect(controller.help_run)
    window.transport.seek_requested.connect(playback.seek)
    window.transport.speed_requested.connect(playback.set_speed)
    playback.speed_changed.connect(window.transport.show_speed)
    window.transport.show_speed(playback.speed, speed_text(playback.speed))
    for dock in window.docks.values():
        dock.visibilityChanged.connect(screen.request)
    window.middle.changed.connect(screen.request)
