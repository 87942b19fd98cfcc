/** From one window to the other: a bar each, and between them the terms of the difference, each beginning where the last one ended. */
import { useRef } from 'react'
import type { Difference } from '../../../shared/model/compare.ts'
import { scaleFor } from '../../ui/load.ts'
import { useWidth } from '../../ui/use-size.ts'
import { stepsOf, TERMS, writeAmount, writeChange, type Step, type Term, type Unit } from './split.ts'

const HEIGHT = 200
const LEFT = 56
const TOP = 18

export function Waterfall({ total, unit, onTerm }: { readonly total: Difference; readonly unit: Unit; readonly onTerm: (term: Term) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const steps = stepsOf(total)
  const scale = scaleFor(Math.max(...steps.map(({ high }) => high)), 4)
  const slot = Math.max(0, width - LEFT) / steps.length
  const bar = Math.min(88, slot * 0.7)
  const y = (value: number) => TOP + (HEIGHT - TOP) * (1 - value / scale.max)
  const ticks = Array.from({ length: Math.round(scale.max / scale.step) + 1 }, (_, i) => i * scale.step)
  const words = (step: Step) => (isEnd(step) ? writeAmount(step.value, unit.decimals) : arrow(step.value) + writeChange(step.value, unit.decimals))
  return (
    <div ref={box} className="waterfall">
      <svg width={width} height={HEIGHT + 8} role="img" aria-label={`${unit.name}: ${steps.map((step) => `${step.name} ${words(step)}`).join(', ')}`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width} y1={Math.round(y(tick)) + 0.5} y2={Math.round(y(tick)) + 0.5} className={tick === 0 ? 'base' : 'grid'} />
            <text x={LEFT - 8} y={y(tick) + 4} className="axis">
              {String(Number(tick.toPrecision(6)))}
              {tick === scale.max ? ` ${unit.name}` : ''}
            </text>
          </g>
        ))}
        {steps.map((step, i) => {
          const x = LEFT + slot * i + (slot - bar) / 2
          const height = Math.max(step.value === 0 ? 0 : 2, y(step.low) - y(step.high))
          const joins = y(isEnd(step) ? step.value : step.value < 0 ? step.low : step.high)
          return (
            <g key={step.id}>
              <rect x={x} y={y(step.high)} width={bar} height={height} className={classOf(step)} />
              {i === steps.length - 1 ? null : <line x1={step.value === 0 ? x : x + bar} x2={x + slot} y1={joins} y2={joins} className="join" />}
              <text x={x + bar / 2} y={y(step.high) - 5} className="value">
                {words(step)}
              </text>
            </g>
          )
        })}
      </svg>
      <div className="names" style={{ paddingLeft: LEFT }}>
        {steps.map((step) => {
          const term = TERMS.find(({ id }) => id === step.id)
          return term === undefined ? (
            <span key={step.id}>
              <strong>{step.name}</strong>
            </span>
          ) : (
            <button
              key={step.id}
              type="button"
              className="button plain small"
              title={`${term.doc}. Sorts the statements by it.`}
              onClick={() => {
                onTerm(term.id)
              }}
            >
              {step.name}
            </button>
          )
        })}
      </div>
    </div>
  )
}

const isEnd = ({ id }: Step): boolean => id === 'before' || id === 'after'
const arrow = (value: number): string => (value === 0 ? '' : value < 0 ? '▼ ' : '▲ ')
/** More is worse and less is better; what cannot be split has no colour. */
const classOf = ({ id, value }: Step): string => (id === 'before' || id === 'after' || id === 'rest' ? id : value < 0 ? 'better' : 'worse')
