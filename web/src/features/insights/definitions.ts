import type { MovementKind, TracedFigure } from '@touchline/contract/insights.ts'

/* What every figure is called and what it counts. Months are months of UTC throughout. */

export type Defined = { name: string; means: string }

export const figures = {
  totalSubscribers: {
    name: 'Total Subscribers',
    means:
      'Memberships that count at this moment: their month is paid or about to be charged, and the payment was not taken back. Somebody who canceled counts until the paid month ends; somebody whose renewal failed does not, although they keep their access for a few more days.',
  },
  monthlyRevenue: {
    name: 'Monthly Revenue',
    means:
      'What members paid in the current month for memberships and tips, less what was given back or disputed in it. It is the whole amount, before the club’s share is taken off.',
  },
  totalPosts: {
    name: 'Total Posts',
    means:
      'Your posts that can be seen now. Drafts, files still being made ready and deleted posts are not among them.',
  },
  totalLikes: {
    name: 'Total Likes',
    means: 'Hearts on your posts that can be seen now. A heart taken back no longer counts.',
  },
  engagementRate: {
    name: 'Engagement Rate',
    means:
      'Likes and comments per hundred views of your posts. Left out without views, or with more likes than views: people then looked while counting was off.',
  },
  newSubscribers: {
    name: 'New Subscribers This Month',
    means:
      'People who became members for the first time in the current month, including those who have left since. Somebody who was a member before is returning, and not counted here.',
  },
  revenuePerSubscriber: {
    name: 'Revenue per Subscriber',
    means: 'Monthly Revenue divided by Total Subscribers. It grows through the month as renewals come in.',
  },
  revenueTrend: {
    name: 'Revenue Trend',
    means:
      'What members paid in each month, less what was given back or disputed in that month, and your part of it. It comes from the books, line by line; fees of the payment provider are not taken off.',
  },
  recurring: {
    name: 'Monthly Recurring Revenue',
    means:
      'What the memberships that count at the end of a month bring in a month if all of them stay: the price each of them renews at, less a discount that still applies then. Tips are not in it. The current month is shown as it stands now.',
  },
  movements: {
    name: 'What Moved It',
    means:
      'Every change in a month by its reason. What a month starts with plus everything that moved in it is what it ends with, to the cent.',
  },
  retention: {
    name: 'Retention',
    means:
      'Of everybody who first became a member in a month, how many were members at the end of that month and of each month after it. Somebody who left and came back counts again. The last field of each row is the current month as it stands. Each month leads to a list of who came and went among those who joined in it, which adds up to its last field.',
  },
  people: {
    name: 'Ever a Member',
    means: 'Everybody who was ever a member, including deleted accounts.',
  },
  paidSoFar: {
    name: 'Paid So Far',
    means:
      'What members paid for memberships and tips from the first day on, less what was given back or disputed.',
  },
  paidPerPerson: {
    name: 'Paid per Person',
    means: 'Paid So Far divided by everybody who was ever a member.',
  },
  monthlyLoss: {
    name: 'Lost in a Month',
    means:
      'The part of the members at the start of a month who were lost in it, by choice, by failed payments or because their money was taken back, less those whose payment was made good. Those who first joined in that same month are left out. It is taken over the last full months, six at most, and left open while too few were lost to say.',
  },
  revenuePerMember: {
    name: 'Paid by a Member a Month',
    means:
      'What members paid in those same months, tips included, less what was given back or disputed, divided by how many there were on average and by the months.',
  },
  expected: {
    name: 'Lifetime Value',
    means:
      'What a member can be expected to pay from joining to leaving: what one pays a month, divided by the part lost in a month. It is an estimate and is left open while too few were lost to say.',
  },
  earnedThisMonth: {
    name: 'Your Monthly Revenue',
    means:
      'Your part of what members paid in the current month so far, less your part of what was given back or disputed in it.',
  },
  yearlyProjection: {
    name: 'Yearly Projection',
    means:
      'Twelve times the mean of your part in the last three full months, or in as many as there are; a first month in which money came in only later does not count. It assumes that the year goes on as those months went, and knows nothing of seasons or growth.',
  },
  revenuePerUser: {
    name: 'Your Revenue per User',
    means: 'Your part of the current month divided by the members who count at this moment.',
  },
  sixMonths: {
    name: 'Six-Month Trend',
    means:
      'The last six months, the current one last: what members paid less what was given back or disputed, and your part of it.',
  },
  months: {
    name: 'Month by Month',
    means:
      'The books of each month beside its payout statement. Your part is what the statement says you earned, plus what came too late for it and stands in the next one.',
  },
} satisfies Record<string, Defined>

/** Why the recurring revenue changed. */
export const movements: Record<MovementKind, Defined> = {
  new: { name: 'New', means: 'People who became members for the first time.' },
  returning: { name: 'Returning', means: 'People who had been members, had left, and joined again.' },
  recovered: {
    name: 'Recovered',
    means:
      'Memberships that count again: a failed payment was made after all, or money that had been taken back was returned.',
  },
  repriced: {
    name: 'Price Changed',
    means:
      'Members who stayed and renew at a different price than before, for example because a discount ended.',
  },
  lost_by_choice: {
    name: 'Lost by Choice',
    means: 'Members who canceled; it counts when the paid month is over.',
  },
  lost_by_failed_payment: {
    name: 'Lost by Failed Payment',
    means: 'A renewal was charged and not paid. It counts from the first day of the unpaid month.',
  },
  taken_back: {
    name: 'Taken Back',
    means:
      'The payment for the month was refunded in full or lost to a dispute, so that it no longer counts.',
  },
}

/** What the rows behind a figure are. */
export const traced: Record<TracedFigure, Defined> = {
  subscribers: { name: 'Total Subscribers', means: 'Every membership that counts now.' },
  new_subscribers: {
    name: 'New Subscribers',
    means: 'Everybody who became a member for the first time.',
  },
  revenue: {
    name: 'Revenue',
    means: 'Every payment, and everything that was given back or disputed, as it stands in the books.',
  },
  posts: { name: 'Posts', means: 'Your posts that can be seen now.' },
  likes: { name: 'Likes', means: 'Your posts with the likes each of them has.' },
  comments: { name: 'Comments', means: 'Your posts with the comments each of them has.' },
  views: { name: 'Views', means: 'Your posts with the views each of them has.' },
  movements: { name: 'Movements', means: 'Every change of what memberships bring a month.' },
  kept: {
    name: 'Kept',
    means:
      'Each member who came adds one, and each who went takes one away: in all, the members who are left.',
  },
  lost: {
    name: 'Lost',
    means:
      'Members of months before who left, failed to pay or got their money back, each when it happened. One whose payment was made good takes one away.',
  },
  joined: { name: 'Joined', means: 'Everybody who became a member for the first time.' },
  failed_payments: {
    name: 'Failed Payments',
    means: 'Every member whose renewal was charged and is not paid yet, with what the bill asks for.',
  },
}
