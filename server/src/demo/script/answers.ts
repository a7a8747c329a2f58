import type { AudienceAnswers } from '@touchline/contract/audience.ts'

const tells = (
  ageBand: AudienceAnswers['ageBand'],
  country: string | null,
  ...lastNames: string[]
): [string, AudienceAnswers][] => lastNames.map((lastName) => [lastName, { ageBand, country }])

/** The members' answers for the audience statistics, by last name; the others gave none. */
export const answers: ReadonlyMap<string, AudienceAnswers> = new Map([
  ...tells('18-24', 'GB', 'Greenhalgh'),
  ...tells('18-24', 'US', 'Nguyen'),
  ...tells('25-34', 'GB', 'Quillfeather', 'Fairweather', 'Winterbourne', 'Tressider'),
  ...tells('25-34', 'IE', 'Brannigan', 'Haldane'),
  ...tells('25-34', 'US', 'Brightwater', 'Pike'),
  ...tells('25-34', 'SE', 'Blomqvist'),
  ...tells('35-44', 'GB', 'Harrow', 'Penhallow', 'Thornbury'),
  ...tells('35-44', 'IE', 'Abernethy', 'Venkataraj'),
  ...tells('35-44', 'US', 'Marsh', 'Stanhope', 'Silverton'),
  ...tells('35-44', 'NO', 'Solvang', 'Halvorsen'),
  ...tells('35-44', 'PL', 'Wronowski'),
  ...tells('45-54', 'GB', 'Fennimore', 'Holloway'),
  ...tells('45-54', 'US', 'Merriweather'),
  ...tells('45-54', 'SE', 'Lindqvist'),
  ...tells('45-54', 'DK', 'Kjeldgaard'),
  ...tells('45-54', 'JP', 'Tanabe'),
  ...tells('45-54', null, 'Sato'),
  ...tells('55-64', 'GB', 'Calloway'),
  ...tells('55-64', 'PT', 'Monteiro'),
  ...tells('65+', 'GB', 'Ashdown'),
  ...tells(null, 'IE', 'Castellan'),
  ...tells(null, 'US', 'Fowler'),
])
