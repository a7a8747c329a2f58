import type { MovementKind, TracedFigure } from '@touchline/contract/insights.ts'

/* Names and definitions of all figures. Months are UTC months. */

export type Defined = { name: string; means: string }

export const figures = {
  totalSubscribers: {
    name: 'Total Subscribers',
    means:
      'Memberships that count right now: their month is paid or about to be charged, and the payment was not refunded or disputed. A member who canceled counts until the paid month ends. A member whose renewal failed does not count, although they keep access for a few more days.',
  },
  monthlyRevenue: {
    name: 'Monthly Revenue',
    means:
      'What members paid in this period for memberships and tips, less refunds and disputes: the whole amount, before it is shared with the club.',
  },
  share: {
    name: 'Your Share',
    means:
      'Your part of what members paid in this period, less your part of refunds and disputes. Payouts are made from it.',
  },
  totalPosts: {
    name: 'Total Posts',
    means:
      'Your published posts. Drafts, posts whose files are still being processed and deleted posts do not count.',
  },
  totalLikes: {
    name: 'Total Likes',
    means:
      'Hearts on your posts that can be seen now. A removed heart no longer counts, not in the past either.',
  },
  engagementRate: {
    name: 'Engagement Rate',
    means:
      'Likes and comments per hundred views of your posts. The change says what the posts of this period added. Left out without views, or with more likes than views, which happens when view counting was switched off.',
  },
  newSubscribers: {
    name: 'New Subscribers This Month',
    means:
      'People who became members for the first time in this period, including those who have left since. Returning members are not counted here.',
  },
  revenuePerSubscriber: {
    name: 'Revenue per Subscriber',
    means:
      'What members paid in this period divided by Total Subscribers at its end. It grows through the month as renewals come in.',
  },
  revenueTrend: {
    name: 'Revenue Trend',
    means:
      'What members paid in each month, less refunds and disputes in that month, and your share of it. It is counted from the ledger; the payment provider’s fees are not deducted.',
  },
  recurring: {
    name: 'Monthly Recurring Revenue',
    means:
      'MRR: the monthly price of all memberships that count at the end of a month, less discounts that still apply at renewal. Tips are not included. The current month is shown as of now.',
  },
  movements: {
    name: 'MRR Movements',
    means:
      'Every change of the recurring revenue in a month, by reason. The start of a month plus its movements equals its end, to the cent.',
  },
  retention: {
    name: 'Retention',
    means:
      'Of all members who first joined in a month, how many were members at the end of that month and of each later month. A member who left and came back counts again. The last cell of each row is the current month as of now. Each month links to the arrivals and departures among its members, which add up to that last cell.',
  },
  people: {
    name: 'All-Time Members',
    means: 'Everyone who has ever been a member, including deleted accounts.',
  },
  paidSoFar: {
    name: 'Paid by Members to Date',
    means: 'What members have paid for memberships and tips since the first day, less refunds and disputes.',
  },
  paidPerPerson: {
    name: 'Paid per Person',
    means: 'Paid by Members to Date divided by All-Time Members.',
  },
  monthlyLoss: {
    name: 'Churn Rate',
    means:
      'The share of the members at the start of a month who were lost during it: voluntary churn, involuntary churn, and refunds and chargebacks, less recovered payments. Members who first joined in that same month are left out. It is averaged over the last full months, at most six, and left open while too few members were lost to tell.',
  },
  revenuePerMember: {
    name: 'ARPU',
    means:
      'Average revenue per member and month: what members paid in those same months, tips included, less refunds and disputes, divided by the average number of members and by the number of months.',
  },
  expected: {
    name: 'Lifetime Value',
    means:
      'What a member is expected to pay from joining to leaving: ARPU divided by Churn Rate. It is an estimate, left open while too few members were lost to tell.',
  },
  yearlyProjection: {
    name: 'Yearly Projection',
    means:
      'Twelve times the average of Your Share in the last three full months, or in as many as there are. A first month that only had revenue from a later day on does not count. The projection assumes that the year continues like those months; it does not know about seasons or growth.',
  },
  sharePerSubscriber: {
    name: 'Your Share per Subscriber',
    means: 'Your Share of the current month divided by Total Subscribers.',
  },
  sixMonths: {
    name: 'Six-Month Trend',
    means:
      'The last six months, ending with the current one: what members paid, less refunds and disputes, and your share of it.',
  },
  months: {
    name: 'Month by Month',
    means:
      'The revenue of each month next to its payout statement. Your share equals the earnings on the statement, plus late entries that are on the next one.',
  },
} satisfies Record<string, Defined>

export const movements: Record<MovementKind, Defined> = {
  new: { name: 'New', means: 'People who became members for the first time.' },
  returning: { name: 'Reactivation', means: 'Former members who joined again.' },
  recovered: {
    name: 'Recovered Payments',
    means: 'Memberships that count again because a failed payment succeeded later or a dispute was won.',
  },
  repriced: {
    name: 'Expansion or Contraction',
    means:
      'Members who stayed and now renew at a higher or lower price, for example because a discount ended.',
  },
  lost_by_choice: {
    name: 'Voluntary Churn',
    means: 'Members who canceled. It counts when the paid month is over.',
  },
  lost_by_failed_payment: {
    name: 'Involuntary Churn',
    means: 'Members whose renewal failed. It counts from the first day of the unpaid month.',
  },
  taken_back: {
    name: 'Refunds and Chargebacks',
    means:
      'Members whose payment for the month was fully refunded or lost to a dispute, so that it no longer counts.',
  },
}

export const traced: Record<TracedFigure, Defined> = {
  subscribers: { name: 'Total Subscribers', means: 'Every membership that counts right now.' },
  new_subscribers: {
    name: 'New Subscribers',
    means: 'Everyone who became a member for the first time.',
  },
  revenue: {
    name: 'Revenue',
    means: 'Every payment, refund and dispute in the ledger.',
  },
  posts: { name: 'Posts', means: 'Your posts that can be seen now.' },
  likes: { name: 'Likes', means: 'Your posts with the likes each of them has.' },
  new_likes: {
    name: 'Likes Given',
    means: 'Your posts with the likes that were given to each of them in this time.',
  },
  comments: { name: 'Comments', means: 'Your posts with the comments each of them has.' },
  views: { name: 'Views', means: 'Your posts with the views each of them has.' },
  movements: { name: 'MRR Movements', means: 'Every change of the monthly recurring revenue.' },
  kept: {
    name: 'Arrivals and Departures',
    means:
      'Each arrival adds one and each departure subtracts one. The sum is the number of members who are left.',
  },
  lost: {
    name: 'Churned Members',
    means:
      'Members from earlier months who left, failed to pay or got their money back. A recovered payment subtracts one.',
  },
  joined: { name: 'Joined', means: 'Everyone who became a member for the first time.' },
  failed_payments: {
    name: 'Failed Payments',
    means: 'Every member whose renewal failed and is not paid yet, with the amount due.',
  },
}
