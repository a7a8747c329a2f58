/* The operator's words on the landing page. The figures among them come from site.ts, prices from the server. */

import { planWords } from './plan-words.ts'

/** What a member says of the club. Quote only with the member's consent. */
type Quote = { text: string; name: string; since: string }

const quotes: Quote[] = []

export const words = {
  landing: {
    eyebrow: 'Members only',
    headline: ['One creator.', 'One club.', 'No distance.'],
    cancel: 'Cancel any time.',
    featuresTitle: 'What waits inside',
    features: [
      {
        title: 'Premium Content',
        text: 'Photos, videos and long reads that appear nowhere else.',
      },
      {
        title: 'Direct Connection',
        text: 'Comment on any post and hear back. Members’ comments are answered first.',
      },
      {
        title: 'Exclusive Community',
        text: 'One tier, one room. Everybody inside is a member, and nobody sees an advert.',
      },
    ],
    teasersTitle: 'Newest in the club',
    clipTitle: 'Watch one free',
    quotesTitle: 'What members say',
    quotes,
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
    questionsTitle: 'Questions before you join',
    questions: [
      {
        question: 'Can I cancel?',
        answer: 'Any time, in Settings. You keep access to the end of the month you have paid for.',
      },
      {
        question: 'What is posted, and how often?',
        answer:
          'Photos, videos, recordings and long reads. There is no fixed timetable: a post appears when there is something worth showing.',
      },
      {
        question: 'Which devices does it work on?',
        answer:
          'Any phone, tablet or computer with a current browser. There is nothing to install, though you can add the club to your home screen.',
      },
      {
        question: 'Do I get a refund?',
        answer:
          'There are no refunds for partial months. If you are charged by mistake, write to us and we will put it right.',
      },
      {
        question: 'Who answers my comments?',
        answer:
          'The creator. Questions about your account or a payment go to support, at the foot of this page.',
      },
    ],
  },
}
