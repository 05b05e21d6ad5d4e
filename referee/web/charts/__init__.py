"""Every chart there is: one way to scale, to place numbers and names, and to tell lines apart.

`plot` lays a line chart out in any units: pages draw SVG, the result picture is drawn by Pillow. The rest
gives typed values for the templates `charts/*.html`. A page's chart is 312 units wide: on the
smallest phone one unit is about one pixel. Nothing here reads a row or knows a player.
"""

from referee.web.charts.bars import Column, columns, histogram, ring, share, split
from referee.web.charts.course import Reading, course, spark
from referee.web.charts.lines import Limit, line_chart
from referee.web.charts.series import Series, sums
from referee.web.charts.views import (
    BarsChart,
    CourseChart,
    Label,
    LineChart,
    RingView,
    SparkView,
    SplitView,
    TableView,
)

__all__ = [
    "BarsChart",
    "Column",
    "CourseChart",
    "Label",
    "Limit",
    "LineChart",
    "Reading",
    "RingView",
    "Series",
    "SparkView",
    "SplitView",
    "TableView",
    "columns",
    "course",
    "histogram",
    "line_chart",
    "ring",
    "share",
    "spark",
    "split",
    "sums",
]
