// The buttons that move time: play both ways, step by frames, change the speed, go to a frame.
import { useSignal } from '@preact/signals';
import { useStudio } from '../context';
import { formatTime, parseJump } from '../time/format';
import { formatRate, speeds } from '../time/rates';
import { complain } from '../toasts';
import { Button } from '../widgets/Button';
import { Menu } from '../widgets/Menu';

export function Transport() {
    const studio = useStudio();
    const { state } = studio;
    const { rate } = state;
    const standing = state.standing.value;
    const isPlaying = rate.value !== 0;
    return (
        <div class="transport" role="group" aria-label="Playback">
            <div class="cluster">
                <Button
                    class="wide-only"
                    icon="toStart"
                    title="Go to the first frame (Home)"
                    onClick={() => studio.seek(standing?.tail ?? 0)}
                />
                <Button icon="stepBackwards" title="One frame back (←)" onClick={() => studio.step(-1)} />
                <Button
                    icon="back"
                    title="Play backwards (J)"
                    isOn={rate.value < 0}
                    onClick={() => studio.play(rate.value < 0 ? 0 : -Math.abs(studio.lastRate))}
                />
                <Button
                    class="main-button"
                    icon={isPlaying ? 'pause' : 'play'}
                    title={isPlaying ? 'Pause (space)' : 'Play (space)'}
                    kind="strong"
                    onClick={() => studio.play(isPlaying ? 0 : Math.abs(studio.lastRate))}
                />
                <Button icon="stepForwards" title="One frame forward (→)" onClick={() => studio.step(1)} />
                <Button
                    class="wide-only"
                    icon="toEnd"
                    title="Go to the last frame (End)"
                    onClick={() => studio.seek(standing?.head ?? 0)}
                />
            </div>
            <RateMenu />
            <Place />
            <Button
                class="live"
                icon="live"
                title={state.followsHead.value ? 'Stop following the head' : 'Follow the head as it is computed'}
                isOn={state.followsHead.value}
                onClick={() => studio.followHead(!state.followsHead.value)}
            >
                <span class="wide-only">Live</span>
            </Button>
            <Button class="wide-only" icon="flag" title="Bookmark this frame (B)" onClick={() => studio.bookmark(state.shown.value)} />
            <span class="spring" />
            <Progress />
        </div>
    );
}

function RateMenu() {
    const studio = useStudio();
    const current = studio.state.rate.value;
    const choose = (rate: number, close: () => void): void => {
        studio.play(rate);
        close();
    };
    const listed = [...speeds.map((speed) => -speed).reverse(), ...speeds];
    return (
        <Menu
            class="rate"
            title="Speed ([ and ])"
            label={<span class="rate-label">{current === 0 ? formatRate(studio.lastRate) : formatRate(current)}</span>}
        >
            {(close) => (
                <div class="rates" role="group" aria-label="Speed">
                    {listed.map((rate) => (
                        <Button title={`Play at ${formatRate(rate)}`} isOn={rate === current} onClick={() => choose(rate, close)}>
                            {formatRate(rate)}
                        </Button>
                    ))}
                </div>
            )}
        </Menu>
    );
}

/** The time and the frame on show; a click turns them into a field for a target. */
function Place() {
    const studio = useStudio();
    const { state } = studio;
    const isTyping = useSignal(false);
    const shown = state.shown.value;

    function go(text: string): void {
        const frame = parseJump(text, shown, state.timeStep.value);
        if (frame === null) {
            complain(state, new Error(`“${text}” is not a frame (120), a time (1:02.5) or a step (+10)`));
        } else {
            studio.goTo(frame);
        }
        isTyping.value = false;
    }

    if (isTyping.value) {
        return (
            <input
                class="place typing"
                type="text"
                aria-label="Go to a frame (120), a time (1:02.5) or a step (+10)"
                placeholder="120 · 1:02.5 · +10"
                ref={(element) => element?.focus()}
                onBlur={() => (isTyping.value = false)}
                onKeyDown={(event) => {
                    if (event.key === 'Enter') {
                        go(event.currentTarget.value);
                    } else if (event.key === 'Escape') {
                        isTyping.value = false;
                    }
                }}
            />
        );
    }
    return (
        <button type="button" class="place" title="Go to a frame or a time (G)" data-action="jump" onClick={() => (isTyping.value = true)}>
            <span class="clock">{formatTime(shown * state.timeStep.value)}</span>
            <span class="frame-number">{Math.round(shown)}</span>
        </button>
    );
}

const horizons = [600, 3600, 18_000, 72_000, 216_000];

/** The state of the forecast, and the choice of its length. */
function Progress() {
    const studio = useStudio();
    const { state } = studio;
    const standing = state.standing.value;
    if (!standing) {
        return null;
    }
    const ahead = Math.max(0, standing.head - state.shown.value) * state.timeStep.value;
    const text = standing.isRewriting ? 'rewriting' : standing.isForecasting ? 'forecasting' : 'ready';
    return (
        <Menu
            class="horizon wide-only"
            align="right"
            title={`Computed up to frame ${standing.head} of ${standing.goal}; choose how far ahead to compute`}
            label={
                <span class={`progress ${text}`}>
                    <i />
                    {text} · {formatTime(ahead, 0)} ahead
                </span>
            }
        >
            {(close) =>
                horizons.map((frames) => (
                    <button
                        type="button"
                        class="entry"
                        onClick={() => {
                            close();
                            void studio.ask({ do: 'horizon', frames });
                        }}
                    >
                        Compute {formatTime(frames * state.timeStep.value, 0)} ahead
                    </button>
                ))
            }
        </Menu>
    );
}
