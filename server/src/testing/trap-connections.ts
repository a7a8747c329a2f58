import { afterAll, afterEach, expect } from 'vitest'
import { armTrap, takeRefusals } from './connection-trap.ts'

armTrap()
const expectNone = () => expect(takeRefusals(), 'connections to other machines').toEqual([])
afterEach(expectNone)
afterAll(expectNone)
