"""The players: their list, their pages, their faces, and two that are one."""
