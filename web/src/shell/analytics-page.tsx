import { AnalyticsPage } from '../features/insights/analytics-page.tsx'
import { RecentTips } from '../features/tips/recent-tips.tsx'

/** The creator's analytics with the tips feature. */
export function Analytics() {
  return <AnalyticsPage recentTips={<RecentTips />} />
}
