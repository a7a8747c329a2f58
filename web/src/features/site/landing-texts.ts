import { words as demo } from '@touchline/content/demo/words.ts'
import { words as own } from '@touchline/content/words.ts'
import { useSite } from '#site/site.ts'

/** The texts of the landing page: the operator's, or the demo club's where that is what the server shows. */
export const useLandingTexts = () => (useSite().features.demo ? demo : own).landing
