import { words as own } from '../words.ts'

/** The demo club's landing page, where it says more than that of any club. */
export const words: typeof own = {
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
  },
}
