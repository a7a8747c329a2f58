import { useSite } from './site.ts'

/** What the creator is called in a sentence, also while there is none. */
export const useCreatorName = () => useSite().creator.name ?? 'the creator'
