import type { Media } from '@touchline/contract/media.ts'
import { languageName } from './language-name.ts'

type Props = Pick<Media, 'captions'> & {
  /** Whether it plays: only then can the browser's own player list the names, which take time to look up. */
  isOpen: boolean
}

/** The captions of an element, one track per language. */
export function TrackList({ captions, isOpen }: Props) {
  return captions.map(({ url, language }) => (
    <track
      key={language}
      kind="captions"
      src={url}
      srcLang={language}
      label={isOpen ? languageName(language) : undefined}
    />
  ))
}
