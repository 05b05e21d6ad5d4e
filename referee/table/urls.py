"""Addresses of the tables."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
