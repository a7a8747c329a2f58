import { useSite } from './site.ts'

/** Returns the creator's name for use in a sentence, with a fallback while there is no creator. */
export const useCreatorName = () => useSite().creator.name ?? 'the creator'
