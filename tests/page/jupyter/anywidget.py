"""As much of anywidget's Python half as a class with _esm needs; its front end is that of the npm package."""

import ipywidgets
import traitlets


class AnyWidget(ipywidgets.DOMWidget):
    _model_name = traitlets.Unicode("AnyModel").tag(sync=True)
    _model_module = traitlets.Unicode("anywidget").tag(sync=True)
    _model_module_version = traitlets.Unicode("*").tag(sync=True)
    _view_name = traitlets.Unicode("AnyView").tag(sync=True)
    _view_module = traitlets.Unicode("anywidget").tag(sync=True)
    _view_module_version = traitlets.Unicode("*").tag(sync=True)
    _anywidget_id = traitlets.Unicode("PosencChart").tag(sync=True)
    _css = traitlets.Unicode("").tag(sync=True)

    def __init__(self, **state):
        self.add_traits(_esm=traitlets.Unicode(type(self)._esm).tag(sync=True))
        super().__init__(**state)
