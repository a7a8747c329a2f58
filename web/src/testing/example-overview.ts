import type { Comparison, Overview } from '@touchline/contract/insights.ts'

const none = { value: null, earlier: null, change: null, ratio: null, trend: [] }

/** The figures of November 2026 next to those of October. */
export const exampleFigures: Comparison['figures'] = {
  subscribers: { value: 1204, earlier: 1194, change: 10, ratio: 10 / 1194, trend: [1194, 1204] },
  paidCents: { value: 6495, earlier: 5196, change: 1299, ratio: 0.25, trend: [7794, 6495] },
  shareCents: { value: 4870, earlier: 3896, change: 974, ratio: 0.25, trend: [5844, 4870] },
  posts: { value: 12, earlier: 11, change: 1, ratio: 1 / 11, trend: [11, 12] },
  likes: { value: 340, earlier: 340, change: 0, ratio: 0, trend: [] },
  engagement: { value: 8.3, earlier: 9, change: -0.7, ratio: null, trend: [9, 8.3] },
  newSubscribers: { value: 2, earlier: 4, change: -2, ratio: -0.5, trend: [5, 2] },
  paidPerSubscriberCents: { value: 1299, earlier: null, change: null, ratio: null, trend: [null, 1299] },
}

export const unpaidFigures: Comparison['figures'] = {
  ...exampleFigures,
  paidCents: none,
  shareCents: none,
  paidPerSubscriberCents: none,
}

export const examplePeriod: Comparison = {
  name: 'this_month',
  from: '2026-11-01',
  through: '2026-11-01',
  earlier: { from: '2026-10-01', through: '2026-10-01', until: '2026-10-21T00:00:00.000Z' },
  available: ['this_month', 'last_month', 'all'],
  trendMonths: ['2026-10-01', '2026-11-01'],
  figures: exampleFigures,
}

export const exampleOverview: Overview = {
  period: examplePeriod,
  totalSubscribers: 1204,
  monthlyRevenue: 64.95,
  totalPosts: 12,
  totalLikes: 340,
  engagementRate: 8.3,
  newSubscribersThisMonth: 2,
  revenuePerSubscriber: 12.99,
  revenueTrend: [
    { month: '2026-10-01', gross: 77.94, net: 58.44 },
    { month: '2026-11-01', gross: 64.95, net: 48.7 },
  ],
  earnsHere: true,
  countedAt: '2026-11-20T12:00:00.000Z',
}
