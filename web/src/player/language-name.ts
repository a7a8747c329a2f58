let names: Intl.DisplayNames | undefined

/** Names a language: `German` for `de`. Intl takes 15 ms to load names, so the feed avoids it. */
export function languageName(tag: string) {
  names ??= new Intl.DisplayNames(['en'], { type: 'language' })
  return names.of(tag) ?? tag
}
