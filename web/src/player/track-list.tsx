import type { Media } from '@touchline/contract/media.ts'
import { languageName } from './language-name.ts'

/** The captions of an element, one track a language. */
export function TrackList({ captions }: Pick<Media, 'captions'>) {
  return captions.map(({ url, language }) => (
    <track key={language} kind="captions" src={url} srcLang={language} label={languageName(language)} />
  ))
}
