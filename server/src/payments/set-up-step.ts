/** Something the site needs at the provider, and what set-up did about it. */
export type SetUpStep = {
  what: string
  /** The provider's id; null when nothing exists yet. */
  id: string | null
  outcome: 'found' | 'made' | 'repaired' | 'replaced' | 'skipped'
  /** What could not be determined. */
  note?: string
}
