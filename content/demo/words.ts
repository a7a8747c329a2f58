import { words as own } from '../words.ts'

/** The demo club's landing page, where it says more than that of any club. */
export const words: typeof own = {
  landing: {
    ...own.landing,
    headline: ['The match,', 'as seen', 'from the line.'],
    featuresTitle: 'Ninety minutes is not enough',
    features: [
      {
        minute: '1’',
        title: 'Premium Content',
        text: 'Photos, videos and long reads from two decades in the middle: the calls, the tunnel, the drive home.',
      },
      {
        minute: '45’',
        title: 'Direct Connection',
        text: 'Comment on any post and hear back. Members’ comments are answered first.',
      },
      {
        minute: '90+’',
        title: 'Exclusive Community',
        text: 'One tier, one room. Everybody inside is a member, and nobody sees an advert.',
      },
    ],
    bioTitle: 'Nineteen seasons in the middle',
  },
}
