const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** A language as people call it: `German` for `de`. */
export const languageName = (tag: string) => names.of(tag) ?? tag
