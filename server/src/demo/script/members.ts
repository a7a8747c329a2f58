import type { DemoAccountKey } from '#demo/accounts.ts'

/** A time in the past, in calendar months and days: renewals fall on the same day of the month. */
export type Ago = { months?: number; days?: number }

/** A member who paid. Later events are given in days before today. */
export type DemoMember = {
  firstName: string
  lastName: string
  joined: Ago
  account?: DemoAccountKey
  /** Canceled: the membership ends with the paid month. */
  leaves?: number
  returns?: number
  /** The card started to decline every charge. */
  cardBreaks?: number
  cardReplaced?: number
  /** Suspended by the creator. */
  blocked?: number
  card?: 'visa' | 'mastercard' | 'amex'
  promoCode?: string
}

export const members: DemoMember[] = [
  { firstName: 'Amara', lastName: 'Lindqvist', joined: { days: 358 } },
  { firstName: 'Tobias', lastName: 'Fennimore', joined: { days: 357 }, card: 'mastercard' },
  { firstName: 'Keiko', lastName: 'Harrow', joined: { days: 356 } },
  { firstName: 'Desmond', lastName: 'Achterberg', joined: { days: 355 }, leaves: 262 },
  { firstName: 'Ruth', lastName: 'Calloway', joined: { days: 353 }, card: 'amex' },
  { firstName: 'Mateo', lastName: 'Brightwater', joined: { days: 344 } },
  {
    firstName: 'Ingrid',
    lastName: 'Solvang',
    joined: { days: 336 },
    card: 'mastercard',
    promoCode: 'WELCOME25',
  },
  { firstName: 'Owen', lastName: 'Tressider', joined: { days: 331 }, leaves: 214, returns: 96 },
  { firstName: 'Priya', lastName: 'Venkataraj', joined: { days: 322 } },
  { firstName: 'Callum', lastName: 'Orchardson', joined: { days: 309 }, cardBreaks: 171 },
  { firstName: 'Zoë', lastName: 'Abernethy', joined: { days: 301 } },
  { firstName: 'Łukasz', lastName: 'Wronowski', joined: { days: 294 }, card: 'mastercard' },
  { firstName: 'Hannah', lastName: 'Quillfeather', joined: { days: 288 } },
  { firstName: 'Bartholomew', lastName: 'Okonjo', joined: { days: 277 }, leaves: 190 },
  { firstName: 'Linnea', lastName: 'Marsh', joined: { days: 266 } },
  { firstName: 'Emeka', lastName: 'Stanhope', joined: { days: 259 }, card: 'amex' },
  {
    firstName: 'Carys',
    lastName: 'Penhallow',
    joined: { months: 7, days: 20 },
    cardBreaks: 25,
    cardReplaced: 16,
  },
  { firstName: 'Jonas', lastName: 'Ekelund', joined: { days: 239 } },
  { firstName: 'Farida', lastName: 'Novakova', joined: { days: 231 }, leaves: 118, returns: 33 },
  { firstName: 'Søren', lastName: 'Kjeldgaard', joined: { days: 222 }, card: 'mastercard' },
  { firstName: 'Mina', lastName: 'Osei', joined: { days: 205 }, account: 'member' },
  { firstName: 'Winifred', lastName: 'Ashdown', joined: { days: 199 } },
  { firstName: 'Thabo', lastName: 'Merriweather', joined: { days: 193 }, leaves: 84 },
  { firstName: 'Lars', lastName: 'Holm', joined: { months: 5, days: 12 }, account: 'lapsed', leaves: 62 },
  { firstName: 'Noémie', lastName: 'Castellan', joined: { days: 181 } },
  { firstName: 'Gareth', lastName: 'Plumtree', joined: { days: 174 }, cardBreaks: 65 },
  { firstName: 'Yuki', lastName: 'Tanabe', joined: { days: 166 }, card: 'amex' },
  { firstName: 'Rosalind', lastName: 'Fairweather', joined: { days: 158 } },
  { firstName: 'Dominic', lastName: 'Vasquez', joined: { days: 149 }, leaves: 71 },
  { firstName: 'Aoife', lastName: 'Brannigan', joined: { days: 143 } },
  { firstName: 'Kwame', lastName: 'Silverton', joined: { days: 132 }, card: 'mastercard' },
  { firstName: 'Beatrix', lastName: 'Holloway', joined: { days: 126 } },
  { firstName: 'Rafael', lastName: 'Monteiro', joined: { days: 117 }, leaves: 78, returns: 21 },
  { firstName: 'Bo', lastName: 'Stern', joined: { days: 111 }, account: 'blocked', blocked: 9 },
  {
    firstName: 'Pia',
    lastName: 'Duarte',
    joined: { months: 3, days: 8 },
    account: 'pastDue',
    cardBreaks: 24,
  },
  { firstName: 'Sunniva', lastName: 'Halvorsen', joined: { days: 98 } },
  { firstName: 'Isaac', lastName: 'Thornbury', joined: { days: 89 } },
  { firstName: 'Leila', lastName: 'Marchetti', joined: { days: 82 }, cardBreaks: 44 },
  { firstName: 'Percival', lastName: 'Nguyen', joined: { days: 74 } },
  {
    firstName: 'Adaeze',
    lastName: 'Fowler',
    joined: { months: 2, days: 2 },
    promoCode: 'FIVEOFF',
    cardBreaks: 12,
  },
  { firstName: 'Milan', lastName: 'Dragović', joined: { months: 1, days: 19 }, leaves: 11 },
  { firstName: 'Greta', lastName: 'Winterbourne', joined: { days: 47 } },
  {
    firstName: 'Samir',
    lastName: 'Haldane',
    joined: { days: 39 },
    promoCode: 'WELCOME25',
  },
  { firstName: 'Oluwaseun', lastName: 'Pike', joined: { days: 26 } },
  { firstName: 'Clementine', lastName: 'Rook', joined: { days: 18 }, leaves: 4 },
  { firstName: 'Henrik', lastName: 'Blomqvist', joined: { days: 12 } },
  { firstName: 'Marguerite', lastName: 'Sato', joined: { days: 5 } },
  { firstName: 'Elliot', lastName: 'Greenhalgh', joined: { days: 2 }, card: 'amex' },
]
