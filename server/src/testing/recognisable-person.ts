import { newApplicant } from './joining.ts'

/** Somebody with a name that stands nowhere else. */
export const applicant = newApplicant({
  email: 'ottilie.brandvik@club.example',
  firstName: 'Ottilie',
  lastName: 'Brandvik',
  phoneNumber: '+47 400 55 661',
  password: 'whistle-and-flag',
})

/** Everything they can be recognised by. */
export const words = [
  applicant.email,
  'ottilie',
  'brandvik',
  applicant.phoneNumber,
  'Unmistakably offside',
  'Zwischenruf from the stand',
  'Bravo from the north stand',
  'My invoice is missing',
  'The season is over',
  'Kestrel/7',
  '198.18.77.5',
  'called twice about',
]

/** What their browser says of itself. */
export const sent = { 'user-agent': 'Kestrel/7', 'x-forwarded-for': '198.18.77.5' }
