// The upcoming collisions and closest approaches of the selected body. A click goes there.
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
    const impulseUnit = unitOf(state, 'impulse');
    const lengthUnit = unitOf(state, 'height');
    const collisions = path.collisions
        .slice(0, 12)
        .map((event) => ({ ...event, what: 'hits', measure: withUnit(formatNumber(event.impulse), impulseUnit) }));
    const approaches = path.approaches.map((event) => ({
        ...event,
        what: 'passes',
        measure: withUnit(formatNumber(event.distance), lengthUnit),
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
        <Section name="future" title="Upcoming events" aside={chooser}>
            {coming.length === 0 && <p class="note">Nothing comes near it in this period.</p>}
            <ul class="rows">
                {coming.map((event) => (
                    <li>
                        <button type="button" class="row" title={`Go to frame ${event.frame}`} onClick={() => studio.seek(event.frame)}>
                            <span class={`mark-${event.what}`} aria-hidden="true" />
                            <span class="time">{formatTime(event.frame * state.timeStep.value, 2)}</span>
                            <span class="grow">
                                {event.what} {event.name ?? nameOf(state, event.key)}
                            </span>
                            <span class="dim">{event.measure}</span>
                        </button>
                    </li>
                ))}
            </ul>
        </Section>
    );
}
