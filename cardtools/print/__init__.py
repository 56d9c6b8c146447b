"""What is printed or sent to printers: sheets, boxes, exports."""
