import type { CardColour } from '#ui/official-card.tsx'
import type { SuccessStep } from './signup-outcome.ts'

export type SuccessWords = { colour: CardColour; title: string; text: string }

/** What the success page says at each step. */
export function successWords(at: SuccessStep, clubName: string): SuccessWords {
  switch (at.step) {
    case 'creating':
      return { colour: 'green', title: `Welcome to ${clubName}`, text: 'Creating your account...' }
    case 'welcome':
      return {
        colour: 'green',
        title: `Welcome to ${clubName}`,
        text: 'Your account is ready and your Platinum membership is active.',
      }
    case 'processing':
      return { colour: 'blue', title: 'Your payment is being verified', text: at.message }
    case 'waiting':
      return { colour: 'blue', title: 'One moment of added time', text: at.message }
    case 'signIn':
      return { colour: 'green', title: `Welcome to ${clubName}`, text: at.message }
    case 'unpaid':
      return { colour: 'yellow', title: 'The payment did not go through', text: at.message }
    case 'unknown':
      return { colour: 'white', title: 'Finish in your own browser', text: at.message }
    default:
      return {
        colour: 'red',
        title: 'Account Creation Failed',
        text: 'There was an issue creating your account. Please contact support.',
      }
  }
}
