"""What would correct a finding, and writing it into the files of a project."""
