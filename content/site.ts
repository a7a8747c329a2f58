/*
 * The operator's words: change them here, no code needs to know. Long texts are in the Markdown files beside.
 * The server reads `site` for GET /api/site (prices and switches are its own); the web takes its display texts
 * from `gateWords` here and from words.ts. Plain data only.
 */

type Figure = string | null

/**
 * Figures on the front page and beside the signup form. Text stands there as written, and is yours to answer for. null
 * takes the number the site counts itself (`posts`, `members` and `signupMembers`, from `site.fewestShown` on), and
 * shows nothing where there is none.
 */
const figures: Record<
  'posts' | 'followers' | 'members' | 'rating' | 'support' | 'signupMembers' | 'signupToday',
  Figure
> = {
  posts: '500+',
  followers: '250,000',
  members: '10K+',
  rating: '4.9',
  support: '24/7',
  signupMembers: '1,000+',
  signupToday: '1,247',
}

export const site = {
  name: 'Touchline',
  supportEmail: 'support@touchline.example',
  creator: {
    name: 'Sam Whitlock',
    tagline:
      'Stories, video and straight answers from a former referee, in a club of people who love the game.',
    bio: [
      'Sam Whitlock refereed for nineteen seasons: first on council pitches with a borrowed flag, in the end in front of sixty thousand people who all saw it better.',
      'Since the last final whistle Sam has explained the game to 250,000 followers, one decision at a time. Here there is room for the whole story: what was said in the tunnel, what the replay does not show, and which calls still keep an official awake.',
    ],
    portraitUrl: null,
    followers: 250_000,
  },
  figures,
  fewestShown: 10,
}

/** The fixed sentence about who runs the platform; it stands wherever people sign in or pay. */
export const disclaimer =
  'This is an independent platform. The creator does not own or control it and is not responsible for moderation, operations or technical issues.'

/** The first screen. */
export const gateWords = {
  headline: 'The gates open soon.',
  lead: 'Members with an access code walk straight in.',
  perks: [
    { title: 'Direct Access', text: 'Ask, and get a straight answer.' },
    { title: 'Premium Content', text: 'Photos, video and long reads.' },
    { title: 'VIP Community', text: 'One room, no strangers shouting.' },
    { title: 'Live Interactions', text: 'Hearts and replies as they happen.' },
  ],
}
