import { words as own } from '../words.ts'

/** The demo club's texts, where they say more than those of any club. */
export const words: typeof own = {
  ...own,
  landing: {
    ...own.landing,
    headline: ['The match,', 'as seen', 'from the line.'],
    featuresTitle: 'Ninety minutes is not enough',
    features: [
      {
        title: 'Premium Content',
        text: 'Photos, videos and long reads from two decades in the middle: the calls, the tunnel, the drive home.',
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
    quotes: [
      {
        text: 'I have shouted at referees for thirty years. Now I know what they were looking at.',
        name: 'Priya',
        since: 'member for eleven months',
      },
      {
        text: 'I asked about a handball on Tuesday and had a proper answer before the weekend.',
        name: 'Tom',
        since: 'member for five months',
      },
      {
        text: 'The tunnel recordings alone are worth it. Headphones on, eyes shut.',
        name: 'Inès',
        since: 'member for two months',
      },
    ],
    bioTitle: 'Nineteen seasons in the middle',
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
      ...own.landing.questions.slice(1),
      {
        question: 'Who answers my comments?',
        answer:
          'The creator. Questions about your account or a payment go to support, at the foot of this page.',
      },
    ],
  },
  plan: {
    ...own.plan,
    watch: {
      title: 'To watch and read',
      items: [
        'Premium photos, videos and text posts',
        'Behind-the-scenes content',
        'HD streaming',
        'Offline downloads',
        'Early access to new posts',
      ],
    },
    takePart: {
      title: 'To take part in',
      items: [
        'Comments on every post',
        'Direct creator interaction',
        'Priority replies to comments',
        'Beta features before everybody else',
        'Ad-free, and no spam DMs',
      ],
    },
  },
  joining: {
    ...own.joining,
    login: {
      promoTitle: 'The team sheet is up',
      promo: 'New stories, behind-the-scenes video and answers from the touchline are waiting inside.',
    },
  },
  benefits: {
    title: 'What you get',
    items: [
      'Premium photos, videos and text posts',
      'Comments, answered first',
      'Direct creator interaction',
      'HD streaming and offline downloads',
      'Early access and beta features',
      'Ad-free, no spam DMs',
    ],
  },
  gate: {
    ...own.gate,
    perks: [
      { title: 'Direct Access', text: 'Ask, and get a straight answer.' },
      { title: 'Premium Content', text: 'Photos, video and long reads.' },
      { title: 'VIP Community', text: 'One room, no strangers shouting.' },
      { title: 'Live Interactions', text: 'Hearts and replies as they happen.' },
    ],
  },
}
