"""Addresses of the crew's pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
