import { AnalyticsPage } from '../features/insights/analytics-page.tsx'
import { RecentTips } from '../features/tips/recent-tips.tsx'

/** The creator's numbers, with the tips feature in its place. */
export function Analytics() {
  return <AnalyticsPage recentTips={<RecentTips />} />
}
