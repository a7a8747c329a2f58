import { useQuery } from '@tanstack/react-query'
import { activeWithinDays, type AnalyticsTotals } from '@touchline/contract/admin.ts'
import { formatDollars } from '#ui/dollars.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { analyticsQuery } from './requests.ts'

const count = new Intl.NumberFormat('en-US')

const shown: { name: keyof AnalyticsTotals; label: string; meaning: string }[] = [
  {
    name: 'totalUsers',
    label: 'Total Users',
    meaning: 'Everybody with an account, including staff and blocked people.',
  },
  {
    name: 'activeUsers',
    label: 'Active Users',
    meaning: `People who were signed in here within the last ${activeWithinDays} days.`,
  },
  {
    name: 'totalSubscriptions',
    label: 'Total Subscriptions',
    meaning: 'Subscriptions that are running, including canceled ones until their month ends.',
  },
  {
    name: 'totalRevenue',
    label: 'Total Revenue',
    meaning: 'Paid for memberships and tips since the beginning, less refunds and disputes.',
  },
  {
    name: 'totalPosts',
    label: 'Total Posts',
    meaning: 'Everything published or being processed, including recordings.',
  },
  { name: 'videoPosts', label: 'Video Posts', meaning: 'Posts with a video.' },
  { name: 'imagePosts', label: 'Image Posts', meaning: 'Posts with a picture.' },
  { name: 'textPosts', label: 'Text Posts', meaning: 'Posts with text only.' },
]

export function AnalyticsTab() {
  const { data } = useQuery(analyticsQuery)
  if (!data) return <Skeleton className="h-96" />
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {shown.map(({ name, label, meaning }) => (
        <div key={name} className="surface grid content-start gap-2 p-4 sm:p-5">
          <dt className="lettering text-sm text-muted">{label}</dt>
          <dd className="board text-2xl break-words">
            {name === 'totalRevenue' ? formatDollars(data[name]) : count.format(data[name])}
          </dd>
          <dd className="text-sm text-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
