// Performance readings: the time of a step by phases, the speed of the forecast, the memory of the time database, and the picture rate.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useStudio } from '../context';
import { formatBytes, formatNumber } from '../time/format';
import { Button } from '../widgets/Button';

export function PerformanceOverlay() {
    const { state } = useStudio();
    return state.showsPerformance.value ? <Readings /> : null;
}

function Readings() {
    const { state, view } = useStudio();
    const drawn = useSignal(view.statistics());
    useEffect(() => {
        const timer = setInterval(() => (drawn.value = view.statistics()), 500);
        return () => clearInterval(timer);
    }, []);
    const performance = state.performance.value;
    const sum = performance?.phases.reduce((total, phase) => total + phase.milliseconds, 0) ?? 0;
    const whole = Math.max(sum, performance?.step ?? 0, 1e-9);
    const readings: [string, string][] = [
        ['Step', performance ? `${formatNumber(performance.step)} ms` : '–'],
        ['Forecast', performance ? `${formatNumber(performance.forecastSpeed)} s/s` : '–'],
        ['Tracks', performance ? formatBytes(performance.trackBytes) : '–'],
        ['Events', performance ? formatBytes(performance.eventBytes) : '–'],
        ['Keyframes', performance ? String(performance.keyframes) : '–'],
        ['Entities', performance ? String(performance.entities) : '–'],
        ['Picture', `${Math.round(drawn.value.framesPerSecond)} /s`],
        ['Draw calls', String(drawn.value.drawCalls)],
        ['Triangles', String(drawn.value.triangles)],
        ['Refused messages', performance ? String(performance.refusedMessages) : '–'],
    ];
    return (
        <aside class="performance" aria-label="Performance">
            <header>
                <h2>Performance</h2>
                <Button icon="close" title="Close" onClick={() => (state.showsPerformance.value = false)} />
            </header>
            <div class="bar" role="img" aria-label="The step by phase">
                {performance?.phases.map((phase, index) => (
                    <i class={`phase-${index % 6}`} style={{ width: `${(100 * phase.milliseconds) / whole}%` }} />
                ))}
            </div>
            <ul class="legend">
                {performance?.phases.map((phase, index) => (
                    <li>
                        <i class={`phase-${index % 6}`} />
                        <span class="grow">{phase.name}</span>
                        <span>{phase.milliseconds.toFixed(3)} ms</span>
                    </li>
                ))}
            </ul>
            <dl class="facts">
                {readings.map(([name, value]) => (
                    <div>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                    </div>
                ))}
            </dl>
        </aside>
    );
}
