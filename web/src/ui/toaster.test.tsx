import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  carryToastOver,
  currentToast,
  dismissToast,
  openFailure,
  showCarriedToast,
  toast,
  toastRemovalMs,
} from './toast-store.ts'
import { Toaster } from './toaster.tsx'

const room = () => document.documentElement.style.getPropertyValue('--toast-room')
const shown = () => [...document.querySelectorAll('[data-toast]')]

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('toasts', () => {
  it('shows one toast at a time; the next replaces it [SYS-11]', () => {
    act(() => void toast({ title: 'Welcome!', kind: 'success' }))
    act(() => void toast({ title: 'Access Denied', kind: 'destructive' }))
    expect(shown()).toHaveLength(1)
    expect(shown()[0]?.textContent).toContain('Access Denied')
    expect(shown()[0]?.getAttribute('data-toast')).toBe('destructive')
  })

  it('shows a toast without a kind as a plain one [SYS-11]', () => {
    act(() => void toast({ title: 'Message Sent', kind: undefined }))
    expect(shown()[0]?.getAttribute('data-toast')).toBe('plain')
  })

  it('closes by itself after 5000 ms [SYS-11]', () => {
    act(() => void toast({ title: 'Message Sent' }))
    act(() => void vi.advanceTimersByTime(4999))
    expect(currentToast()?.open).toBe(true)
    act(() => void vi.advanceTimersByTime(1))
    expect(currentToast()?.open).toBe(false)
  })

  it('keeps counting while a frame of the page has the focus [SYS-11]', () => {
    act(() => void toast({ title: 'Additional Authentication Required' }))
    const frame = document.createElement('iframe')
    document.body.append(frame)
    frame.focus()
    window.dispatchEvent(new FocusEvent('blur'))
    act(() => void vi.advanceTimersByTime(5000))
    expect(currentToast()?.open).toBe(false)
    frame.remove()
  })

  it('reserves room in dialogs while it is open [SYS-11]', () => {
    expect(room()).toBe('')
    act(() => void toast({ title: 'Message Sent' }))
    expect(room()).toMatch(/^calc\(\d+px/)
    act(() => void vi.advanceTimersByTime(5000))
    expect(room()).toBe('')
  })

  it('continues once after a page load [SYS-9]', () => {
    act(() => void toast({ title: 'Unauthorized', kind: 'destructive' }))
    carryToastOver()
    act(() => dismissToast(currentToast()!.id))
    act(showCarriedToast)
    expect(currentToast()).toMatchObject({ title: 'Unauthorized', kind: 'destructive', open: true })
    act(() => dismissToast(currentToast()!.id))
    act(showCarriedToast)
    expect(currentToast()?.open).toBe(false)
  })

  it('removes only failures that no longer hold [SYS-8]', () => {
    act(() => void toast({ title: 'Message Sent', kind: 'success' }))
    act(openFailure())
    expect(currentToast()?.open).toBe(true)
    act(() => void toast({ title: 'Invalid promo code', kind: 'destructive' }))
    const forget = openFailure()
    act(() => void toast({ title: 'Payment Failed', kind: 'destructive' }))
    act(forget)
    expect(currentToast()?.open).toBe(true)
    act(openFailure())
    expect(currentToast()?.open).toBe(false)
  })

  it('forgets a dismissed toast after 1,000,000 ms [SYS-11]', () => {
    const { dismiss } = toast({ title: 'Message Sent' })
    act(dismiss)
    act(() => void vi.advanceTimersByTime(toastRemovalMs - 1))
    expect([toastRemovalMs, currentToast()?.open]).toEqual([1_000_000, false])
    act(() => void vi.advanceTimersByTime(1))
    expect(currentToast()).toBeNull()
  })

  it('has a notification region that F8 focuses [SYS-11]', () => {
    act(() => void toast({ title: 'Message Sent' }))
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy()
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { code: 'F8', bubbles: true })))
    expect(document.activeElement?.closest('ol, [role=region]')).toBeTruthy()
    expect(document.activeElement?.tagName).toBe('OL')
  })
})
