import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BackupSection } from './backup-section.tsx'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const said = () => screen.getByRole('region', { name: 'Backup' }).textContent

it('shows the last backup and its last restore test, or what to do [R-15, R-26]', () => {
  const { rerender } = render(<BackupSection backup={{ made: null, verified: null }} />)
  expect(said()).toMatch(/This site knows of no backup.*npm run backup.*None has been restored.*--verify/)
  const made = { at: ago(2), isWhole: true }
  rerender(<BackupSection backup={{ made, verified: { at: ago(1), backupAt: ago(26), holds: true } }} />)
  expect(said()).toMatch(/Made2.*ago With every file\.Verified1.*ago It can be restored\. Backup made: 1 ?d/)
  expect(said()).not.toMatch(/newer one/)
  rerender(<BackupSection backup={{ made: { ...made, at: ago(49) }, verified: null }} />)
  expect(said()).toMatch(/Made2.*ago With every file\. There should be a newer one by now/)
  rerender(<BackupSection backup={{ made, verified: null }} />)
  expect(said()).not.toMatch(/newer one/)
  const broken = { at: ago(1), backupAt: ago(2), holds: false }
  rerender(<BackupSection backup={{ made: { ...made, isWhole: false }, verified: broken }} />)
  expect(said()).toMatch(/Some files of the site were lost.*Not everything in it was intact\. Backup made: 2/)
  rerender(<BackupSection backup={null} />)
  expect(said()).toMatch(/cannot be read/)
})
