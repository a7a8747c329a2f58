import type { MovementKind, TracedFigure } from '@touchline/contract/insights.ts'

/* What every figure is called and what it counts. Months are months of UTC throughout. */

export type Defined = { name: string; means: string }

export const figures = {
  totalSubscribers: {
    name: 'Total Subscribers',
    means:
      'Memberships that count at this moment: their month is paid or about to be charged, and it was not taken back. Somebody who cancelled counts until the paid month ends; somebody whose renewal failed does not, although they are let in for some days yet.',
  },
  monthlyRevenue: {
    name: 'Monthly Revenue',
    means:
      'What members paid in the running month for memberships and tips, less what was given back or disputed in it. It is the whole amount, before the club’s part is taken off.',
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
      'Likes and comments on your posts for every hundred views of them. Not said without views, nor with more likes than views: then people looked while nobody was counted.',
  },
  newSubscribers: {
    name: 'New Subscribers This Month',
    means:
      'People who became members for the first time in the running month, also those who have left since. Who was a member before is returning and not counted here.',
  },
  revenuePerSubscriber: {
    name: 'Revenue per Subscriber',
    means: 'Monthly Revenue divided by Total Subscribers. It grows through the month as renewals come in.',
  },
  revenueTrend: {
    name: 'Revenue Trend',
    means:
      'Of each month what members paid, less what was given back or disputed in that month, and your part of it. It comes from the books, line by line; fees of the payment provider are not taken off.',
  },
  recurring: {
    name: 'Monthly Recurring Revenue',
    means:
      'What the memberships that count at the end of a month bring in a month if all of them stay: the price each of them renews at, less a discount that still applies then. Tips are not in it. The running month stands as it is now.',
  },
  movements: {
    name: 'What Moved It',
    means:
      'Every change of a month by its reason. What a month starts with and all that moved in it make what it ends with, to the cent.',
  },
  retention: {
    name: 'Retention',
    means:
      'Of everybody who first became a member in a month, how many were members at the end of that month and of each month after it. Somebody who left and came back counts again. The last field of each row is the running month as it stands. A month leads to who came and went of those who joined in it, which adds up to its last field.',
  },
  people: {
    name: 'Ever a Member',
    means: 'Everybody who was ever a member, deleted accounts too.',
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
      'The part of the members at the start of a month who were lost in it, by choice, by failed payments or because their money was taken back, less those whose payment was made good. Who first joined in that same month is not among them. It is taken over the last full months, six at most, and left open while too few were lost to say.',
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
    name: 'Monthly Revenue',
    means:
      'Your part of what members paid in the running month so far, less your part of what was given back or disputed in it.',
  },
  yearlyProjection: {
    name: 'Yearly Projection',
    means:
      'Twelve times the mean of your part in the last three full months, or in as many as there are; a first month that money came in only later in is none. It supposes that the year goes on as those months went, and knows nothing of seasons or growth.',
  },
  revenuePerUser: {
    name: 'Revenue per User',
    means: 'Your part of the running month divided by the members who count at this moment.',
  },
  sixMonths: {
    name: 'Six-Month Trend',
    means:
      'The last six months, the running one last: what members paid less what was given back or disputed, and your part of it.',
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
  returning: { name: 'Returning', means: 'Who had been a member, had left, and joined again.' },
  recovered: {
    name: 'Recovered',
    means:
      'Memberships that count again: a failed payment was made after all, or what had been taken back came back.',
  },
  repriced: {
    name: 'Price Changed',
    means: 'Members who stayed and renew at another price than before: a discount ended, say.',
  },
  lost_by_choice: { name: 'Lost by Choice', means: 'Who cancelled; it counts when the paid month is over.' },
  lost_by_failed_payment: {
    name: 'Lost by Failed Payment',
    means: 'A renewal was charged and not paid. It counts from the first day of the unpaid month.',
  },
  taken_back: {
    name: 'Taken Back',
    means: 'The payment of the month was refunded in full or lost to a dispute, so that it no longer counts.',
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
    means: 'Who came adds one, and who went takes one away: in all, the members who are left.',
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
