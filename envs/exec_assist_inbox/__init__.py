"""ExecAssist as a morning: several emails, one calendar that changes with every answer."""
