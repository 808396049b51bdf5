import { openDashboard } from '../dashboard/open-dashboard.tsx'
import { pageIds } from '../history/page/html.ts'
import { openPage } from './open-page.tsx'

// One script for both: a page is the dashboard over a sandbox that it carries.
if (document.getElementById(pageIds.text) === null) openDashboard()
else void openPage()
