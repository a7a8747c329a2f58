import { words as own } from '../words.ts'

const { landing } = own
const [, conversation, community] = landing.features

/** The demo club's landing page, where it says more than that of any club. */
export const words: typeof own = {
  landing: {
    ...landing,
    headline: ['The match,', 'as seen', 'from the line.'],
    featuresTitle: 'Ninety minutes is not enough',
    features: [
      {
        minute: '1’',
        title: 'Premium Content',
        text: 'Photos, videos and long reads from two decades in the middle: the calls, the tunnel, the drive home.',
      },
      { ...conversation, minute: '45’' },
      { ...community, minute: '90+’' },
    ],
    bioTitle: 'Nineteen seasons in the middle',
  },
}
