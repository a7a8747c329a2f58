import { newApplicant } from './joining.ts'

/** A person with a unique name. */
export const applicant = newApplicant({
  email: 'ottilie.brandvik@club.example',
  firstName: 'Ottilie',
  lastName: 'Brandvik',
  phoneNumber: '+47 400 55 661',
  password: 'whistle-and-flag',
})

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

export const sent = { 'user-agent': 'Kestrel/7', 'x-forwarded-for': '198.18.77.5' }
