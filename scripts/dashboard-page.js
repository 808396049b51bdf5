// Every part of the dashboard imports the page itself, so that what the page has stands in one file, not in forty.
import '../src/dashboard/main.tsx'
