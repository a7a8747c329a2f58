/* The operator's words on the landing page. The figures among them come from site.ts, prices from the server. */

import { planWords } from './plan-words.ts'

export const words = {
  landing: {
    eyebrow: 'Members only',
    headline: ['One creator.', 'One club.', 'No distance.'],
    cancel: 'Cancel any time.',
    featuresTitle: 'What waits inside',
    features: [
      {
        minute: '1',
        title: 'Premium Content',
        text: 'Photos, videos and long reads that appear nowhere else.',
      },
      {
        minute: '2',
        title: 'Direct Connection',
        text: 'Comment on any post and hear back. Members’ comments are answered first.',
      },
      {
        minute: '3',
        title: 'Exclusive Community',
        text: 'One tier, one room. Everybody inside is a member, and nobody sees an advert.',
      },
    ],
    bioTitle: 'Meet the creator',
    plan: planWords,
    why: {
      title: 'Why Choose Platinum',
      cards: [
        {
          title: 'No adverts, no algorithm',
          text: 'Members pay for the club, so nobody has to sell you anything else. Newest first, always.',
        },
        {
          title: 'The person, not the brand',
          text: 'Posts are written by the creator. So are the answers.',
        },
        {
          title: 'Quiet by design',
          text: 'No spam DMs. Messages and emoji replies go with a tip, and nowhere else.',
        },
      ],
    },
    stats: [
      { figure: 'posts', text: 'premium posts' },
      { figure: 'support', text: 'access' },
      { figure: '100%', text: 'ad-free' },
      { figure: 'Unlimited', text: 'interactions' },
    ],
  },
}
