import { site as own } from '../site.ts'

/** The demo club's creator and figures. Only a site that shows the demo club uses them. */
export const site: typeof own = {
  ...own,
  supportEmail: 'support@touchline.example',
  creator: {
    name: 'Sam Whitlock',
    tagline:
      'Stories, video and straight answers from a former referee, in a club of people who love the game.',
    bio: [
      'Sam Whitlock refereed for nineteen seasons: first on council pitches with a borrowed flag, in the end in front of sixty thousand people who all saw it better.',
      'Since the last final whistle Sam has explained the game to 250,000 followers, one decision at a time. Here there is room for the whole story: what was said in the tunnel, what the replay does not show, and which calls still keep an official awake.',
    ],
    portraitUrl: '/demo-portrait.svg',
    followers: 250_000,
  },
  figures: {
    posts: '500+',
    followers: '250,000',
    members: '10K+',
    rating: '4.9',
    support: '24/7',
    signupMembers: '1,000+',
    signupToday: '1,247',
  },
}
