/*
 * The texts of the public pages until an admin changes them at /admin/site. They promise only what the software does;
 * what a creator promises is theirs to write. The demo club's own texts are in demo/.
 */

/** What a member says of the club. Quote only with the member's consent. */
type Quote = { text: string; name: string; since: string }
type Note = { title: string; text: string }
type List = { title: string; items: string[] }

type Words = {
  landing: {
    eyebrow: string
    headline: string[]
    cancel: string
    featuresTitle: string
    features: Note[]
    teasersTitle: string
    clipTitle: string
    quotesTitle: string
    quotes: Quote[]
    bioTitle: string
    why: { title: string; cards: Note[] }
    /** `figure` is the name of a figure of site.ts, or a word. */
    stats: { figure: string; text: string }[]
    questionsTitle: string
    questions: { question: string; answer: string }[]
  }
  /** The one plan: on the landing page and beside the payment. */
  plan: { title: string; lead: string; watch: List; takePart: List; terms: string }
  /** The pages where people sign in or up. */
  joining: { login: { promoTitle: string; promo: string }; signup: { title: string; lead: string } }
  /** Beside the signup form. Phones show the first three above the form. */
  benefits: List
  /** The first screen. */
  gate: { headline: string; lead: string; perks: Note[] }
}

export const words: Words = {
  landing: {
    eyebrow: 'Members only',
    headline: ['One creator.', 'One club.', 'No distance.'],
    cancel: 'Cancel any time.',
    featuresTitle: 'What waits inside',
    features: [
      { title: 'Premium Content', text: 'Posts that only members can open.' },
      { title: 'Direct Connection', text: 'Members comment on every post.' },
      {
        title: 'Exclusive Community',
        text: 'One tier, one room. Everybody inside is a member, and nobody sees an advert.',
      },
    ],
    teasersTitle: 'Newest in the club',
    clipTitle: 'Watch one free',
    quotesTitle: 'What members say',
    quotes: [],
    bioTitle: 'Meet the creator',
    why: {
      title: 'Why Choose Platinum',
      cards: [
        {
          title: 'No adverts, no algorithm',
          text: 'Members pay for the club, so nobody has to sell you anything else. Newest first, always.',
        },
        { title: 'One club, one feed', text: 'The feed shows the posts of this club and nothing else.' },
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
        question: 'Which devices does it work on?',
        answer:
          'Any phone, tablet or computer with a current browser. There is nothing to install, though you can add the club to your home screen.',
      },
      {
        question: 'Do I get a refund?',
        answer:
          'There are no refunds for partial months. If you are charged by mistake, write to us and we will put it right.',
      },
    ],
  },
  plan: {
    title: 'Platinum Membership',
    lead: 'One tier. Everything in it.',
    watch: {
      title: 'To watch and read',
      items: ['Every post of the club', 'HD streaming', 'Offline downloads'],
    },
    takePart: {
      title: 'To take part in',
      items: ['Comments on every post', 'Tips with a message', 'Ad-free, and no spam DMs'],
    },
    terms: 'Renews every month until you cancel. Cancel any time; access lasts to the end of the paid month.',
  },
  joining: {
    login: { promoTitle: 'Good to see you', promo: 'Sign in to see what is new in the club.' },
    signup: {
      title: 'Join the club',
      lead: 'Two short halves: tell us who you are, then choose how to pay.',
    },
  },
  benefits: {
    title: 'What you get',
    items: [
      'Every post of the club',
      'Comments on every post',
      'Tips with a message',
      'HD streaming and offline downloads',
      'Ad-free, no spam DMs',
    ],
  },
  gate: {
    headline: 'The gates open soon.',
    lead: 'Members with an access code walk straight in.',
    perks: [
      { title: 'Direct Access', text: 'Comment on every post.' },
      { title: 'Premium Content', text: 'Posts for members only.' },
      { title: 'VIP Community', text: 'One room, no strangers shouting.' },
      { title: 'Live Interactions', text: 'Hearts and replies as they happen.' },
    ],
  },
}
