import { expect, it } from 'vitest'
import { junitXml } from './junit.ts'
import type { GateResult } from './verdict.ts'

const base: GateResult = {
  kind: 'min',
  asked: 'a/b.f1>=0.5',
  track: 'a/b',
  system: 'x',
  than: null,
  instrument: 'i@1',
  metric: 'f1',
  figure: null,
  bound: 0.5,
  direction: 'higher',
  verdict: 'passed',
  why: 'well above',
}

it('is JUnit: a miss fails, a doubt is an error, hostile ids stay text', () => {
  const xml = junitXml([
    base,
    { ...base, verdict: 'missed', system: '"/><failure>&\u0000\u001B[31m\uD800', why: 'a < b' },
    { ...base, track: 'a/c', verdict: 'undecided', why: 'inside' },
  ])
  expect(xml).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="rapport gate" tests="3" failures="1" errors="1" skipped="0">
      <testsuite name="a/b" tests="2" failures="1" errors="0" skipped="0">
        <testcase classname="a/b" name="a/b.f1&gt;=0.5: x">
          <system-out>well above</system-out>
        </testcase>
        <testcase classname="a/b" name="a/b.f1&gt;=0.5: &quot;/&gt;&lt;failure&gt;&amp; [31m ">
          <failure type="missed" message="a &lt; b"/>
        </testcase>
      </testsuite>
      <testsuite name="a/c" tests="1" failures="0" errors="1" skipped="0">
        <testcase classname="a/c" name="a/b.f1&gt;=0.5: x">
          <error type="undecided" message="inside"/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `)
})
