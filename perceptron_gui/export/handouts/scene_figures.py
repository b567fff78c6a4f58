"""The figures of a scene: its page of the window, and the plots among its open panels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from perceptron_gui.base.params import params_of
from perceptron_gui.export.formats.formats import Job
from perceptron_gui.export.layout.page import Page, plot_aspect
from perceptron_gui.figures.model.view import View, read_options
from perceptron_gui.figures.registry import FIGURE_VIEWS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lessons.scenes import PLANE, Scene

_OF_PLANE = "boundary"
_ASKED = "asked"  # the option that shows which point is visited next, and not what it is taken for


@dataclass(frozen=True, eq=False)
class ScenePicture:
    """A view of a scene; `name` is that of its file, without the ending."""

    name: str
    view: View
    scene: Scene
    is_asked: bool | None = None  # about the next visit; None: as the scene says

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells pictures apart."""
        session = self.scene.session
        options = tuple(session.views.get(self.view.name, {}).items())
        return (
            self.view.name,
            session.dataset,
            self.scene.rule,
            self.scene.visit,
            session.notation,
            options,
            self.is_asked,
        )

    def job(self, page: Page, **words: Any) -> Job:
        """Return what pens draw on a page; `words` are its properties that were asked for."""
        scene, session = self.scene, self.scene.session
        given: dict[str, Any] = {"aspect": plot_aspect(page)}
        known = params_of(self.view.options)
        if "notation" in known:
            given["notation"] = session.notation
        given |= session.views.get(self.view.name, {})
        if _ASKED in known and self.is_asked is not None:
            given[_ASKED] = self.is_asked
        options = read_options(self.view.options, given)
        return Job(
            view=self.view,
            dataset=session.dataset,
            rule=scene.rule,
            run=scene.run_to_cursor,
            cursor=scene.visit,
            options=options,
            page=page,
            name=session.name,
            page_words=words,
        )


def pictures_of(
    scene: Scene, hidden: tuple[str, ...], name: str, is_asked: bool | None = None
) -> tuple[ScenePicture, ...]:
    """Return the views of a scene that are not hidden, the page first."""
    views = {scene.page: None}
    if scene.page == PLANE:  # other pages say enough alone
        panels = [each for each in scene.panels or () if each in FIGURE_VIEWS]
        views = dict.fromkeys([_OF_PLANE, *(each for each in panels if each not in hidden)])
    return tuple(ScenePicture(f"{name}-{view}", VIEWS[view], scene, is_asked) for view in views)


def with_caption(picture: ScenePicture, page: Page, **words: Any) -> Job:
    """Return a job whose figure says after which visit it is; laboratories look at whole runs."""
    job = picture.job(page, **words)
    says_when = picture.view.name in FIGURE_VIEWS and not picture.view.is_table
    return replace(job, options=replace(job.options, caption=says_when))
