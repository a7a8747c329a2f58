let names: Intl.DisplayNames | undefined

/** A language as people call it: `German` for `de`. Its names cost a browser 15 ms, and the feed shows none. */
export function languageName(tag: string) {
  names ??= new Intl.DisplayNames(['en'], { type: 'language' })
  return names.of(tag) ?? tag
}
