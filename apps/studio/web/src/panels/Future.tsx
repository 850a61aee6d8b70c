// What lies ahead of the selected body: coming collisions and closest approaches. A click goes there.
import { useStudio } from '../context';
import { nameOf, unitOf, withUnit } from '../state';
import { formatNumber, formatTime } from '../time/format';
import { Section } from '../widgets/Section';

const spans = [300, 1800, 7200, 1_000_000_000];

export function Future() {
    const studio = useStudio();
    const { state } = studio;
    const path = state.path.value;
    if (state.selection.value === null || !path) {
        return null;
    }
    const ofImpulse = unitOf(state, 'impulse');
    const ofLength = unitOf(state, 'height');
    const collisions = path.collisions
        .slice(0, 12)
        .map((one) => ({ ...one, what: 'hits', measure: withUnit(formatNumber(one.impulse), ofImpulse) }));
    const approaches = path.approaches.map((one) => ({
        ...one,
        what: 'passes',
        measure: withUnit(formatNumber(one.distance), ofLength),
    }));
    const coming = [...collisions, ...approaches].sort((a, b) => a.frame - b.frame);
    const chooser = (
        <select
            class="small-select"
            aria-label="How far ahead"
            value={String(state.pathFrames.value)}
            onChange={(event) => (state.pathFrames.value = Number(event.currentTarget.value))}
        >
            {spans.map((span) => (
                <option value={String(span)}>{span < 1e9 ? formatTime(span * state.timeStep.value, 0) : 'all'}</option>
            ))}
        </select>
    );
    return (
        <Section name="future" title="What is coming" aside={chooser}>
            {coming.length === 0 && <p class="note">Nothing comes near it in this time.</p>}
            <ul class="rows">
                {coming.map((one) => (
                    <li>
                        <button type="button" class="row" title={`Go to frame ${one.frame}`} onClick={() => studio.seek(one.frame)}>
                            <span class={`mark-${one.what}`} aria-hidden="true" />
                            <span class="time">{formatTime(one.frame * state.timeStep.value, 2)}</span>
                            <span class="grow">
                                {one.what} {one.name ?? nameOf(state, one.key)}
                            </span>
                            <span class="dim">{one.measure}</span>
                        </button>
                    </li>
                ))}
            </ul>
        </Section>
    );
}
